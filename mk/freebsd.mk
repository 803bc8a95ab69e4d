include mk/bsd.mk

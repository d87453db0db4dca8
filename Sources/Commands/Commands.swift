// Commands begins here.

// Page begins here.

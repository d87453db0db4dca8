// Drawing begins here.

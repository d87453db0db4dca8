// Measuring begins here.

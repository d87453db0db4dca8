// Projections begins here.

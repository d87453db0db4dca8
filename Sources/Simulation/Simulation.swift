// Simulation begins here.

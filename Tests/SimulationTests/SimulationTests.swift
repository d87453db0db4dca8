// Tests of Simulation begin here.

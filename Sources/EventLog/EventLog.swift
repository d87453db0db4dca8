// EventLog begins here.

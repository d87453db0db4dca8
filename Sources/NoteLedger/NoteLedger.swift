// NoteLedger begins here.

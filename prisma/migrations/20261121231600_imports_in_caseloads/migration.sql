-- What a file says of a child is the caseload's too. Imports themselves are the centre's.
CALL therapy.restrict('appointment_import_rows');

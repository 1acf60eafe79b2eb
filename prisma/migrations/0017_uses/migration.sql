-- What stands in the way of archiving a record (prisma/functions/uses.sql): rows that the caller may not see count too.
GRANT SELECT (service_id, room_id, status) ON series TO therapy_care;
GRANT SELECT (service_ids) ON waitlist_entries TO therapy_care;
GRANT SELECT (location_id) ON early_intervention_programs TO therapy_care;
GRANT SELECT (service_id, ends_on, closed_at) ON treatment_cycles TO therapy_care;
GRANT SELECT (service_id, expires_on) ON session_packages TO therapy_care;
GRANT SELECT (client_id) ON credit_balances TO therapy_care;
GRANT SELECT (client_id, billing) ON guardianships TO therapy_care;

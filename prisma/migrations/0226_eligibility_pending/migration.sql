-- A notice, plan or conference of the transition whose day may come before the eligibility is decided says so.
ALTER TYPE program_deadline_not_owed ADD VALUE 'ELIGIBILITY_PENDING';

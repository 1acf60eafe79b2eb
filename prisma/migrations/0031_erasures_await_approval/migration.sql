-- A transaction of its own: a new value can be used only after the one that adds it.
ALTER TYPE erasure_status ADD VALUE 'AWAITING_APPROVAL' BEFORE 'SCHEDULED';

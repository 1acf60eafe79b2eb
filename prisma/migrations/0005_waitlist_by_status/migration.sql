-- Plans that are kept know no values, so they cannot use an index of the waiting entries alone.
CREATE INDEX waitlist_entries_by_status ON waitlist_entries (tenant_id, status, priority DESC, id);
DROP INDEX waitlist_entries_waiting;

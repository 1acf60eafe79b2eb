-- Occurrences of a series that wait for the provider are confirmed in one call.
ALTER TABLE series_occurrences DROP CONSTRAINT series_occurrences_pending_check,
  ADD CONSTRAINT series_occurrences_pending_check CHECK (pending IN ('BOOK', 'RESCHEDULE', 'CONFIRM', 'CANCEL'));

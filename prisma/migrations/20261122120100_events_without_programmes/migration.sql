-- A programme is emptied by an erasure; events of the past must not keep it.
UPDATE outbox SET payload = payload - 'programme' WHERE type = 'child.registered' AND payload ? 'programme';

-- A slot that is free already is offered like one that somebody left; nothing took it before.
ALTER TABLE freed_slots ALTER COLUMN appointment_id DROP NOT NULL;

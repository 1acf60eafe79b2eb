-- What a centre decides for itself (docs/decisions/0111).

ALTER TABLE tenants
  -- Of the sessions of people that begin from then on.
  ADD COLUMN session_idle_minutes integer NOT NULL DEFAULT 60 CHECK (session_idle_minutes BETWEEN 5 AND 480),
  ADD COLUMN session_longest_hours integer NOT NULL DEFAULT 12 CHECK (session_longest_hours BETWEEN 1 AND 24),
  ADD COLUMN agents text NOT NULL DEFAULT 'PROPOSE' CHECK (agents IN ('OFF', 'PROPOSE')),
  -- Null: the name of the centre, and the address that e-mails come from.
  ADD COLUMN message_sender_name text,
  ADD COLUMN message_reply_to_email text;

-- From when on a centre invites people to appointments by e-mail; null where it does not.
ALTER TABLE tenants ADD COLUMN invitations_since timestamptz(3);

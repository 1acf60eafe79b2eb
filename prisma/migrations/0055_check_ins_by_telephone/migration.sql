-- A check-in is recorded from a telephone call too, and says when it took place (docs/decisions/0150).
CREATE TYPE family_check_in_channel AS ENUM ('LINK', 'PHONE');
ALTER TABLE family_check_ins ADD COLUMN channel family_check_in_channel NOT NULL DEFAULT 'LINK',
  ADD COLUMN answered_on date;
-- Also of children whose data is frozen: it says no more than when the row was made.
ALTER TABLE family_check_ins DISABLE TRIGGER USER;
UPDATE family_check_ins i SET answered_on = (i.created_at AT TIME ZONE t.default_time_zone)::date
FROM tenants t WHERE t.tenant_id = i.tenant_id;
ALTER TABLE family_check_ins ENABLE TRIGGER USER;
ALTER TABLE family_check_ins ALTER COLUMN answered_on SET NOT NULL, ALTER COLUMN channel DROP DEFAULT;

-- In which language a family is asked, and when an answer that nobody has seen reaches the supervisor.
ALTER TABLE early_intervention_programs
  ADD COLUMN check_in_language text CHECK (check_in_language IN ('en', 'de')),
  ADD COLUMN escalate_after_days integer NOT NULL DEFAULT 3 CHECK (escalate_after_days BETWEEN 2 AND 30);

-- What a guardian is in law; null where nobody has said. Foster and surrogate parents are asked how it goes, as legal guardians are.
CREATE TYPE guardianship_kind AS ENUM ('PARENT', 'LEGAL_GUARDIAN', 'FOSTER_PARENT', 'SURROGATE_PARENT', 'OTHER');
ALTER TABLE guardianships ADD COLUMN kind guardianship_kind;

-- What a coordinator left to the next one, of this program: few, and read with it, as its delays are.
ALTER TABLE early_intervention_programs ADD COLUMN hand_overs jsonb NOT NULL DEFAULT '[]';

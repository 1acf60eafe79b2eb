-- Attention that a person takes off a step, and follow-ups that go on after they were cancelled.
ALTER TABLE follow_ups ADD COLUMN resumed_at timestamptz(3);
ALTER TABLE follow_up_steps
  ADD COLUMN acknowledged_at        timestamptz(3),
  ADD COLUMN acknowledged_by        text,
  ADD COLUMN acknowledged_attention text,
  ADD COLUMN acknowledgment_note    text,
  ADD CONSTRAINT acknowledged_whole CHECK (
    num_nulls(acknowledged_at, acknowledged_by, acknowledged_attention, acknowledgment_note) IN (0, 4)),
  ADD CONSTRAINT acknowledged_settled CHECK (acknowledged_at IS NULL OR attention IS NULL);

-- A message that did not reach anybody asks for attention until this is set; a later failure clears it.
ALTER TABLE messages ADD COLUMN attention_settled_at timestamptz(3);
CREATE FUNCTION therapy.renew_attention() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  NEW.attention_settled_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER renew_attention BEFORE UPDATE OF reason ON messages
  FOR EACH ROW WHEN (NEW.reason IS DISTINCT FROM OLD.reason) EXECUTE FUNCTION therapy.renew_attention();

-- Follow-ups that people operate: steps fired by hand, steps that quiet hours moved, steps that somebody has
-- to look at, follow-ups that were called off.
ALTER TABLE follow_ups ADD COLUMN cancelled_at timestamptz(3);
ALTER TABLE follow_up_steps
  ADD COLUMN fired_at   timestamptz(3),
  ADD COLUMN moved_from timestamptz(3),
  ADD COLUMN attention  text;
CREATE INDEX follow_up_steps_attention ON follow_up_steps (tenant_id, follow_up_id) WHERE attention IS NOT NULL;
CREATE INDEX messages_reason ON messages (tenant_id, follow_up_id) WHERE reason IS NOT NULL;

-- The kinds of records have one spelling everywhere, that of domain/core/ids.ts.

ALTER TABLE messages DROP CONSTRAINT messages_recipient_type_check;
UPDATE messages SET recipient_type = 'webhookEndpoint' WHERE recipient_type = 'webhook_endpoint';
ALTER TABLE messages ADD CONSTRAINT messages_recipient_type_check
  CHECK (recipient_type IN ('client', 'provider', 'webhookEndpoint', 'tenant'));

-- Audit entries are sealed and keep the spelling that they were written with.
DO $$
DECLARE tab text;
BEGIN
  FOREACH tab IN ARRAY ARRAY['messages', 'one_time_links', 'follow_ups', 'agent_actions', 'outbox'] LOOP
    EXECUTE format($sql$
      UPDATE %I SET subject_type =
        left(subject_type, 1) || substr(replace(initcap(replace(subject_type, '_', ' ')), ' ', ''), 2)
      WHERE subject_type LIKE '%%\_%%'$sql$, tab);
  END LOOP;
END $$;

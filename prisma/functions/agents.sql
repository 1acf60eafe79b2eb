-- Agents that events start (docs/decisions/0160): an event is caught in its transaction, and the workflow of the centre is woken
-- by a message beside it, whose id has the place in time of the event's.

CREATE OR REPLACE FUNCTION therapy.catch_event() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO public.agent_triggers (tenant_id, agent_id, event_id, caught_at)
  SELECT a.tenant_id, a.id, NEW.id, NEW.created_at FROM public.agents a
  WHERE a.tenant_id = NEW.tenant_id AND a.event_type = NEW.type
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO public.outbox (tenant_id, id, kind, type, subject_type, subject_id, payload, actor, request_id, workflow_id,
    traceparent, created_at, available_at)
  VALUES (NEW.tenant_id, 'wfm_' || split_part(NEW.id, '_', 2), 'workflow', 'agentTriggers', 'tenant', NEW.tenant_id,
    '{"action": "wake"}', NEW.actor, NEW.request_id, NEW.workflow_id, NEW.traceparent, NEW.created_at, NEW.available_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER caught AFTER INSERT ON outbox FOR EACH ROW
  WHEN (NEW.kind = 'event') EXECUTE FUNCTION therapy.catch_event();

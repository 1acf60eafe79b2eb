-- Events that start agents or resume waiting steps (domain/agents/README.md). An event is recorded in its own
-- transaction. A message in the same transaction wakes the centre's workflow; its id has the same position in
-- time as the event's id.

CREATE OR REPLACE FUNCTION therapy.catch_event() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO public.agent_triggers (tenant_id, agent_id, event_id, step_id, caught_at)
  SELECT a.tenant_id, a.id, NEW.id, NULL, NEW.created_at FROM public.agents a
  WHERE a.tenant_id = NEW.tenant_id AND a.event_type = NEW.type
  UNION ALL
  SELECT w.tenant_id, w.agent_id, NEW.id, w.step_id, NEW.created_at FROM public.agent_awaited_events w
  WHERE w.tenant_id = NEW.tenant_id AND w.event_type = NEW.type
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

-- agent_awaited_events lists the steps that wait for an event.
CREATE OR REPLACE FUNCTION therapy.await_event() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF NEW.status = 'WAITING' THEN
    INSERT INTO public.agent_awaited_events (tenant_id, step_id, agent_id, event_type)
    SELECT NEW.tenant_id, NEW.id, r.agent_id, NEW.awaited_event FROM public.agent_runs r
    WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.run_id
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM public.agent_awaited_events WHERE tenant_id = NEW.tenant_id AND step_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER awaits AFTER INSERT OR UPDATE OF status ON agent_run_steps FOR EACH ROW
  WHEN (NEW.awaited_event IS NOT NULL) EXECUTE FUNCTION therapy.await_event();

-- One list of holidays (docs/decisions/0148): closures are the days without bookings, and no working days of clocks.
ALTER TABLE closures ADD COLUMN counts_as_working_day boolean NOT NULL DEFAULT false;

-- No deadline moves by this: the closures so far counted as working days, the holidays did not.
UPDATE closures SET counts_as_working_day = true;
INSERT INTO closures (tenant_id, id, name, starts_on, ends_on, created_at, updated_at)
SELECT c.tenant_id, 'clo_' || substr(c.id, 5, 20) || lpad(to_hex(h.position), 6, '0'), h.holiday ->> 'name',
       (h.holiday ->> 'observedOn')::date, (h.holiday ->> 'observedOn')::date, c.created_at, c.created_at
FROM (SELECT DISTINCT ON (tenant_id) * FROM holiday_calendars ORDER BY tenant_id, id DESC) c
CROSS JOIN LATERAL jsonb_array_elements(c.holidays) WITH ORDINALITY AS h(holiday, position);
DROP TABLE holiday_calendars;
DROP TYPE clock_moving;

-- How far the deadlines of running programs were computed again after a change of the list.
CREATE TYPE deadline_recalculation_status AS ENUM ('RUNNING', 'DONE', 'SUPERSEDED');
CREATE TABLE deadline_recalculations (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  closure_id  text NOT NULL,
  status      deadline_recalculation_status NOT NULL,
  -- Up to which program.
  cursor_id   text NOT NULL DEFAULT '',
  programs    integer NOT NULL DEFAULT 0,
  moved       integer NOT NULL DEFAULT 0,
  finished_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, closure_id) REFERENCES closures,
  CHECK ((status = 'RUNNING') = (finished_at IS NULL))
);
CREATE INDEX deadline_recalculations_closure ON deadline_recalculations (tenant_id, closure_id);
CREATE INDEX deadline_recalculations_updated ON deadline_recalculations (tenant_id, updated_at, id);
CREATE UNIQUE INDEX deadline_recalculations_running ON deadline_recalculations (tenant_id) WHERE status = 'RUNNING';
CALL therapy.isolate('deadline_recalculations', 'SELECT, INSERT, UPDATE');

-- Discharges of children: what a discharge ends, item by item (domain/records/discharges).

-- When the child's care ends; null while the child is in care. Nothing new begins from then on.
ALTER TABLE children ADD COLUMN discharged_at timestamptz(3);

CREATE TABLE discharges (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  child_id        text NOT NULL,
  reason          text NOT NULL,
  note            text,
  -- The last day of care, in the centre's time zone, and the instant at which care ends.
  effective_on    date NOT NULL,
  ends_at         timestamptz(3) NOT NULL,
  credit          text NOT NULL CHECK (credit IN ('KEEP', 'REFUND_REQUESTED')),
  status          text NOT NULL CHECK (status IN ('ENDING', 'ENDED', 'READMITTED')),
  summary_task_id text,
  discharged_by   text NOT NULL,
  ended_at        timestamptz(3),
  readmitted_by   text,
  readmitted_at   timestamptz(3),
  readmit_reason  text,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK ((status = 'READMITTED') = (readmitted_at IS NOT NULL)),
  CHECK ((readmitted_at IS NULL) = (readmitted_by IS NULL)),
  CHECK (status <> 'ENDED' OR ended_at IS NOT NULL)
);
CREATE UNIQUE INDEX discharges_open_child ON discharges (tenant_id, child_id) WHERE status <> 'READMITTED';
CREATE INDEX discharges_of_child ON discharges (tenant_id, child_id, id);
CREATE INDEX discharges_updated ON discharges (tenant_id, updated_at, id);
CALL therapy.isolate('discharges', 'SELECT, INSERT, UPDATE');
-- Discharges show records of all locations and providers, so only callers who see the whole centre read them.
CALL therapy.restrict_where('discharges', 'false');
CALL therapy.erasable('discharges');
-- Whose a discharge is.
GRANT SELECT (tenant_id, id, child_id) ON discharges TO therapy_care;
CREATE POLICY care ON discharges FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());

-- What a discharge ends or shows. The workflow settles the items one by one.
CREATE TABLE discharge_items (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  discharge_id text NOT NULL,
  number       integer NOT NULL,
  kind         text NOT NULL,
  record_id    text NOT NULL,
  due_at       timestamptz(3) NOT NULL,
  result       text NOT NULL CHECK (result IN ('PENDING', 'ENDED', 'NOT_NEEDED', 'REFUSED', 'KEPT')),
  code         text,
  detail       text,
  facts        jsonb NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, discharge_id, number),
  FOREIGN KEY (tenant_id, discharge_id) REFERENCES discharges
);
CREATE INDEX discharge_items_pending ON discharge_items (tenant_id, discharge_id, number) WHERE result = 'PENDING';
CALL therapy.isolate('discharge_items', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_where('discharge_items', 'false');
CALL therapy.erasable('discharge_items');

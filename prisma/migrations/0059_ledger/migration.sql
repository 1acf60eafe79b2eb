-- The ledger: double entry, append-only (docs/decisions/0153). Functions and triggers are in prisma/functions/ledger.sql.

-- An account is of one kind, one currency, and of a family, a provider or the centre itself.
CREATE TABLE ledger_accounts (
  tenant_id  text NOT NULL REFERENCES tenants,
  id         text NOT NULL,
  kind       text NOT NULL
    CHECK (kind IN ('RECEIVABLE', 'GATEWAY_CLEARING', 'REFUND_PAYABLE', 'REVENUE', 'FEE_REVENUE')),
  currency   char(3) NOT NULL,
  client_id  text,
  -- Whose it is, as part of a key.
  party_id   text NOT NULL GENERATED ALWAYS AS (coalesce(client_id, '')) STORED,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, kind, currency, party_id),
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients
);

CREATE TABLE ledger_transactions (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('ORDER_OPENED', 'ORDER_CANCELLED', 'FEE_CHARGED', 'FEE_WITHDRAWN',
    'PAYMENT_CAPTURED', 'REFUND_BEGUN', 'REFUND_PAID', 'REFUND_FAILED')),
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  posted_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  -- What happens to a record once is posted once.
  UNIQUE (tenant_id, subject_id, kind)
);

CREATE TABLE ledger_entries (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  transaction_id text NOT NULL,
  account_id     text NOT NULL,
  -- The day of the posting where the centre is.
  posted_on      date NOT NULL,
  -- A debit is positive, a credit negative.
  amount_minor   bigint NOT NULL CHECK (amount_minor <> 0),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, transaction_id) REFERENCES ledger_transactions,
  FOREIGN KEY (tenant_id, account_id) REFERENCES ledger_accounts
);
CREATE INDEX ledger_entries_transaction ON ledger_entries (tenant_id, transaction_id);
CREATE INDEX ledger_entries_account ON ledger_entries (tenant_id, account_id, posted_on, id) INCLUDE (amount_minor);

-- Debits and credits of a day, by kind and currency. Several rows are one balance: a posting adds to one that nobody
-- holds, so that postings do not wait for each other.
CREATE TABLE ledger_balances (
  tenant_id    text NOT NULL REFERENCES tenants,
  kind         text NOT NULL,
  currency     char(3) NOT NULL,
  posted_on    date NOT NULL,
  slot         bigint NOT NULL,
  debit_minor  bigint NOT NULL CHECK (debit_minor >= 0),
  credit_minor bigint NOT NULL CHECK (credit_minor >= 0),
  PRIMARY KEY (tenant_id, kind, currency, posted_on, slot)
) WITH (fillfactor = 50);

CALL therapy.isolate('ledger_accounts', 'SELECT, INSERT');
CALL therapy.isolate('ledger_transactions', 'SELECT, INSERT');
CALL therapy.isolate('ledger_entries', 'SELECT, INSERT');
CALL therapy.isolate('ledger_balances', 'SELECT, INSERT, UPDATE');
-- The books are the whole centre's: postings of a caller who sees a part of it are made as the centre.
CALL therapy.restrict_where('ledger_accounts', 'false');
CALL therapy.restrict_where('ledger_transactions', 'false');
CALL therapy.restrict_where('ledger_entries', 'false');
CALL therapy.restrict_where('ledger_balances', 'false');

-- What is checked at commit is checked for every caller; the functions that look name the tenant.
GRANT SELECT (tenant_id, id, currency) ON ledger_accounts TO therapy_care;
GRANT SELECT (tenant_id, id, kind, subject_id) ON ledger_transactions TO therapy_care;
GRANT SELECT (tenant_id, transaction_id, account_id, amount_minor) ON ledger_entries TO therapy_care;
CREATE POLICY care ON ledger_accounts FOR SELECT TO therapy_care USING (true);
CREATE POLICY care ON ledger_transactions FOR SELECT TO therapy_care USING (true);
CREATE POLICY care ON ledger_entries FOR SELECT TO therapy_care USING (true);

-- What assistants know (docs/decisions/0134): documents, the passages that they are cut into, and the words of these.

CREATE TABLE knowledge_documents (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  assistant_id   text NOT NULL,
  name           text NOT NULL,
  format         text NOT NULL CHECK (format IN ('PDF', 'DOCX', 'HTML', 'MARKDOWN', 'TEXT')),
  size_bytes     integer NOT NULL,
  sha256         text NOT NULL,
  storage_key    text,
  -- Counts documents that have replaced each other.
  edition        integer NOT NULL CHECK (edition > 0),
  -- The document that this one takes the place of once it is indexed.
  replaces_id    text,
  status         text NOT NULL CHECK (status IN ('RECEIVED', 'READING', 'INDEXING', 'READY', 'FAILED', 'REMOVED')),
  reads          integer NOT NULL DEFAULT 0,
  page_count     integer,
  language       text,
  warnings       jsonb NOT NULL DEFAULT '[]',
  failure_code   text,
  failure_detail text,
  -- Of what is indexed: passages, and words of all of them.
  passages       integer NOT NULL DEFAULT 0,
  words          integer NOT NULL DEFAULT 0,
  ready_at       timestamptz(3),
  removed_at     timestamptz(3),
  created_by     text NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants,
  FOREIGN KEY (tenant_id, replaces_id) REFERENCES knowledge_documents,
  CHECK (status NOT IN ('INDEXING', 'READY') OR language IS NOT NULL),
  CHECK ((status = 'REMOVED') = (removed_at IS NOT NULL)),
  CHECK ((status = 'REMOVED') = (storage_key IS NULL)),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL) OR status = 'REMOVED')
);
-- The same file is there once.
CREATE UNIQUE INDEX knowledge_documents_once ON knowledge_documents (tenant_id, assistant_id, sha256)
  WHERE status NOT IN ('FAILED', 'REMOVED');
CREATE INDEX knowledge_documents_updated ON knowledge_documents (tenant_id, updated_at, id);
CREATE INDEX knowledge_documents_replaces ON knowledge_documents (tenant_id, replaces_id) WHERE replaces_id IS NOT NULL;

CREATE TABLE knowledge_passages (
  tenant_id   text NOT NULL,
  document_id text NOT NULL,
  number      integer NOT NULL CHECK (number > 0),
  page        integer,
  headings    text[] NOT NULL,
  -- From which character of the document's text on it stands there, word for word.
  starts_with integer NOT NULL CHECK (starts_with >= 0),
  text        text NOT NULL,
  PRIMARY KEY (tenant_id, document_id, number),
  FOREIGN KEY (tenant_id, document_id) REFERENCES knowledge_documents
);

-- The words of passages, as the language's dictionary has them, by assistant: no question can meet another's.
CREATE TABLE knowledge_terms (
  tenant_id    text NOT NULL,
  assistant_id text NOT NULL,
  term         text NOT NULL,
  document_id  text NOT NULL,
  number       integer NOT NULL,
  occurrences  smallint NOT NULL,
  -- Words of the passage.
  length       integer NOT NULL,
  PRIMARY KEY (tenant_id, assistant_id, term, document_id, number),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants,
  FOREIGN KEY (tenant_id, document_id, number) REFERENCES knowledge_passages ON DELETE CASCADE
);
CREATE INDEX knowledge_terms_passage ON knowledge_terms (tenant_id, document_id, number);

CALL therapy.isolate('knowledge_documents', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('knowledge_passages', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('knowledge_terms', 'SELECT, INSERT, DELETE');
CALL therapy.restrict_to_locations_of('knowledge_documents', 'assistant_id', 'assistants');
CALL therapy.restrict_to_locations_of('knowledge_passages', 'document_id', 'knowledge_documents');
CALL therapy.restrict_to_locations_of('knowledge_terms', 'assistant_id', 'assistants');

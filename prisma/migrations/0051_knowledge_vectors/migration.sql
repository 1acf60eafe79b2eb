-- What passages mean, as an embedding model has it (docs/decisions/0145), beside the words that they have.
CREATE TABLE knowledge_vectors (
  tenant_id    text NOT NULL,
  assistant_id text NOT NULL,
  -- Vectors of different models do not compare.
  model        text NOT NULL,
  document_id  text NOT NULL,
  number       integer NOT NULL,
  -- The sign of each component: passages are found by how many of them differ.
  signature    bit varying NOT NULL,
  -- Each component in one byte, signed: the passages that were found are ranked by it.
  vector       bytea NOT NULL,
  PRIMARY KEY (tenant_id, assistant_id, model, document_id, number) INCLUDE (signature),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants,
  FOREIGN KEY (tenant_id, document_id, number) REFERENCES knowledge_passages ON DELETE CASCADE,
  CHECK (bit_length(signature) = octet_length(vector))
);
CREATE INDEX knowledge_vectors_passage ON knowledge_vectors (tenant_id, document_id, number);

CALL therapy.isolate('knowledge_vectors', 'SELECT, INSERT, DELETE');
CALL therapy.restrict_to_locations_of('knowledge_vectors', 'assistant_id', 'assistants');

-- Passages that have a vector so far, of which model; null: none was configured.
ALTER TABLE knowledge_documents
  ADD COLUMN embedding_model text,
  ADD COLUMN passages_embedded integer NOT NULL DEFAULT 0;

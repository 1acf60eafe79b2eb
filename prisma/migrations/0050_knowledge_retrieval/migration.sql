-- Ranking reads an index alone (docs/decisions/0144).
ALTER TABLE knowledge_terms
  DROP CONSTRAINT knowledge_terms_pkey,
  ADD PRIMARY KEY (tenant_id, assistant_id, term, document_id, number) INCLUDE (occurrences, length);

-- What a question may be put to: some documents, by label, and by the days on which they are valid.
ALTER TABLE knowledge_documents
  ADD COLUMN labels text[] NOT NULL DEFAULT '{}',
  ADD COLUMN starts_on date,
  ADD COLUMN ends_on date,
  -- Passages that were read; `passages` of them are findable so far.
  ADD COLUMN passages_read integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT knowledge_documents_valid CHECK (starts_on <= ends_on);
UPDATE knowledge_documents SET passages_read = passages;

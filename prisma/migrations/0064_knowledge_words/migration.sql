-- In how many passages of an assistant a word is. Triggers of knowledge_terms keep it (docs/decisions/0144).
CREATE TABLE knowledge_words (
  tenant_id    text NOT NULL,
  assistant_id text NOT NULL,
  term         text NOT NULL,
  passages     integer NOT NULL,
  PRIMARY KEY (tenant_id, assistant_id, term) INCLUDE (passages),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants
);
CALL therapy.isolate('knowledge_words', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.restrict_to_locations_of('knowledge_words', 'assistant_id', 'assistants');
INSERT INTO knowledge_words (tenant_id, assistant_id, term, passages)
SELECT tenant_id, assistant_id, term, count(*) FROM knowledge_terms GROUP BY 1, 2, 3;

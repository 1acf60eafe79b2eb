-- The system finds documents without vectors of the operator's embedding model, such as after a change of the model.
CREATE POLICY platform ON knowledge_documents FOR SELECT TO therapy_system USING (status = 'READY');
GRANT SELECT (tenant_id, id, status, passages_read, passages_embedded, embedding_model, ready_at)
  ON knowledge_documents TO therapy_system;

-- Permissions that reading a text takes because of what it was made from (docs/decisions/0250). Texts from before this
-- migration do not say what they were made from: those of agents are shown to readers of children and clients.
ALTER TABLE tasks ADD COLUMN reading_needs text[] NOT NULL DEFAULT '{}';
ALTER TABLE ai_model_calls ADD COLUMN reading_needs text[] NOT NULL DEFAULT '{}';

UPDATE tasks SET reading_needs = '{children:read,clients:read}'
WHERE source = 'AGENT_RUN' AND subject_type IS DISTINCT FROM 'agentRunStep';
UPDATE ai_model_calls SET reading_needs = '{children:read,clients:read}' WHERE purpose = 'AGENT';
UPDATE ai_model_calls SET reading_needs = '{knowledge:read}' WHERE purpose = 'ANSWER';

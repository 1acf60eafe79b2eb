-- Drafts and versions of before have no such limits.
UPDATE agents SET definition = jsonb_set(definition, '{limits}', definition -> 'limits' || '{"tokensPerRun": null, "costPerRun": null}');
UPDATE agent_versions SET definition = jsonb_set(definition, '{limits}', definition -> 'limits' || '{"tokensPerRun": null, "costPerRun": null}');

UPDATE agents a SET definition = jsonb_set(a.definition, '{nodes}', (
  SELECT jsonb_agg(CASE WHEN node ->> 'type' = 'AGENT' THEN jsonb_set(node, '{limits,cost}', 'null') ELSE node END ORDER BY at)
  FROM jsonb_array_elements(a.definition -> 'nodes') WITH ORDINALITY AS nodes (node, at)));
UPDATE agent_versions v SET definition = jsonb_set(v.definition, '{nodes}', (
  SELECT jsonb_agg(CASE WHEN node ->> 'type' = 'AGENT' THEN jsonb_set(node, '{limits,cost}', 'null') ELSE node END ORDER BY at)
  FROM jsonb_array_elements(v.definition -> 'nodes') WITH ORDINALITY AS nodes (node, at)));

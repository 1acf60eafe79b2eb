-- Which needs a child has follows from the areas of their goals.
ALTER TABLE matching_needs ADD COLUMN goal_areas text[] NOT NULL DEFAULT '{}';

ALTER TABLE providers ADD COLUMN photograph_url text CHECK (photograph_url LIKE 'https://%');

-- Where a location is. A distance is asked within a box, by the index.
ALTER TABLE locations
  ADD COLUMN latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  ADD COLUMN longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  ADD CHECK ((latitude IS NULL) = (longitude IS NULL));
CREATE INDEX locations_coordinates ON locations (tenant_id, latitude, longitude) WHERE latitude IS NOT NULL;

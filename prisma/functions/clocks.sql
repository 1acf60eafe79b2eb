-- Local times and instants (docs/decisions/0236). therapy.local_time is defined by prisma/time-zones.ts.

-- The instant at which the clocks of a zone show a local time. A time that the clocks skip is moved forward by
-- the length of the gap (RFC 5545). A time that occurs twice gives the first instant, or the last if `last` is
-- true. `instantOf` in domain/platform/core/time/local-time.ts has the same rule;
-- test/platform/time-zones.test.ts compares both.
CREATE OR REPLACE FUNCTION therapy.instant_of(local timestamp, zone text, last boolean DEFAULT false) RETURNS timestamptz
LANGUAGE plpgsql STRICT STABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  -- A zone differs from UTC by less than a day, and never changes its clocks twice within two days.
  day_before timestamptz := (local - interval '1 day') AT TIME ZONE 'UTC';
  day_after timestamptz := (local + interval '1 day') AT TIME ZONE 'UTC';
  -- The results with the offsets before and after a nearby clock change.
  by_before timestamptz := local AT TIME ZONE 'UTC' - (therapy.local_time(day_before, zone) - day_before AT TIME ZONE 'UTC');
  by_after timestamptz := local AT TIME ZONE 'UTC' - (therapy.local_time(day_after, zone) - day_after AT TIME ZONE 'UTC');
BEGIN
  IF by_before = by_after THEN RETURN by_before; END IF;
  IF therapy.local_time(by_before, zone) <> local THEN
    RETURN CASE WHEN therapy.local_time(by_after, zone) = local THEN by_after ELSE by_before END;
  END IF;
  RETURN CASE WHEN last AND therapy.local_time(by_after, zone) = local THEN by_after ELSE by_before END;
END
$$;

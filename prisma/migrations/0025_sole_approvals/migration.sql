-- The only person of a centre may do what needs a second person, after a wait
-- (domain/platform/core/access/may-act-alone.ts). Where it is allowed already, the wait begins now.
ALTER TABLE tenants
  ADD COLUMN sole_approvals_wait_hours integer NOT NULL DEFAULT 24
    CHECK (sole_approvals_wait_hours BETWEEN 1 AND 168),
  ADD COLUMN sole_approvals_since timestamptz(3) DEFAULT now();
ALTER TABLE tenants ALTER COLUMN sole_approvals_since DROP DEFAULT;

-- One person may have done both steps, but only as the exception that the record shows, and never at once.
ALTER TABLE payout_accounts
  ADD COLUMN approved_alone boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT payout_accounts_check2,
  ADD CONSTRAINT payout_accounts_by_two CHECK (decided_by <> requested_by OR approved_alone),
  ADD CONSTRAINT payout_accounts_alone CHECK (NOT approved_alone OR decided_at >= created_at + interval '1 hour');
ALTER TABLE settlements
  ADD COLUMN approved_alone boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT settlements_check5,
  ADD CONSTRAINT settlements_by_two CHECK (approved_by <> requested_by OR approved_alone),
  ADD CONSTRAINT settlements_alone CHECK (NOT approved_alone OR approved_at >= created_at + interval '1 hour');
ALTER TABLE platform_payouts
  ADD COLUMN approved_alone boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT platform_payouts_by_two CHECK (approved_by <> requested_by OR approved_alone),
  ADD CONSTRAINT platform_payouts_alone CHECK (NOT approved_alone OR approved_at >= created_at + interval '1 hour');
ALTER TABLE erasures
  ADD COLUMN approved_alone boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT erasures_by_two,
  ADD CONSTRAINT erasures_by_two CHECK (approved_by <> created_by OR approved_alone),
  ADD CONSTRAINT erasures_alone CHECK (NOT approved_alone OR approved_at >= created_at + interval '168 hours');
ALTER TABLE provider_onboardings ADD COLUMN approved_alone boolean NOT NULL DEFAULT false;
ALTER TABLE break_glass_grants ADD COLUMN approved_alone boolean NOT NULL DEFAULT false;
ALTER TABLE provider_licenses ADD COLUMN verified_alone boolean NOT NULL DEFAULT false;

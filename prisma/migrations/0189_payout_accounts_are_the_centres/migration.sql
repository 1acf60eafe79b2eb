-- Money of the centre, like settlements: who is bound to a caseload or to locations sees none of it, nor what was mailed about it.
CALL therapy.restrict_where('payout_accounts', 'false');

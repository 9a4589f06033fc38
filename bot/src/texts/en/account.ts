/** What is stored about a person. */
export const account = {
	'account.title': 'Your account',
	'account.noAccess': 'You have no access to the dashboard. You can watch products.',
	'account.access': 'Access: {plan}, without an end date',
	'account.until': 'Access: {plan}, until {until}',
	'account.client': 'client',
	'account.operator': 'operator',
	'account.stored': '**Stored about you**',
	'account.none': 'Nothing is stored about you.',
	'account.group.account': 'Account and sign-ins',
	'account.group.watches': 'Watches and notices',
	'account.group.requests': 'Requests',
	'account.group.access': 'Access and servers',
	'account.group.work': 'Shared work',
	'account.group.log': 'Audit log',
	'account.kept':
		'When you delete your data, shared work and the audit log stay: others use it, and misuse must be traceable.',
	'account.browser': 'Deleting your data ends your access. Do it on the account page in a browser.',
	'account.file': 'The file has everything that is stored about you, as JSON.',
	'account.tooLarge': 'The file is larger than Discord allows. Download it on the account page in a browser.',
	'account.sure': 'This deletes your watches, notices, requests and sign-ins at once. It cannot be undone.',
	'account.deleted':
		'Your data is deleted. Messages that the bot has sent to you stay in Discord until you delete them.',
	'button.export': 'Export',
	'button.deleteData': 'Delete my data',
	'button.deleteAll': 'Delete everything',
	'button.cancel': 'Cancel',
} as const;

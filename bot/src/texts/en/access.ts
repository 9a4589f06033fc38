/** What people have and buy: linked roles and plans. */
export const access = {
	'connect.title': 'Linked roles',
	'connect.about':
		'Servers can give you a role by what you have here: whether you are a client, whether you have premium, and how many products you watch. Discord learns these three facts and nothing else.',
	'connect.how': 'Open the page, and allow it in Discord. You can disconnect at any time.',
	'connect.since': 'Connected since {date}.',
	'connect.ended': 'Discord has ended the connection ({reason}). Connect again to keep your roles.',
	'connect.problem': 'Discord has not confirmed the last change yet: {reason}',
	'connect.unavailable': 'This Dropwire has no linked roles.',
	'grants.none': 'You have no active plan.',
	'grants.access': 'Access',
	'grants.ofServer': '{plan} for the server {server}',
	'grants.until': 'until {date}',
	'grants.starts': 'starts on {date}',
	'grants.noEnd': 'no end date',
	'grants.renews': 'a subscription renews until you cancel it in Discord',
	'grants.manual': 'given by an operator',
	'grants.discord': "bought in Discord's store",
	'grants.billing': 'bought on the payments platform',
	'button.connect': 'Connect',
	'button.account': 'Open your account',
} as const;

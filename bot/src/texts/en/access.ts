/** What people have and buy: linked roles. */
export const access = {
	'connect.title': 'Linked roles',
	'connect.about':
		'Servers can give you a role by what you have here: whether you are a client, whether you have premium, and how many products you watch. Discord learns these three facts and nothing else.',
	'connect.how': 'Open the page, and allow it in Discord. You can disconnect at any time.',
	'connect.since': 'Connected since {date}.',
	'connect.ended': 'Discord has ended the connection ({reason}). Connect again to keep your roles.',
	'connect.problem': 'The last change has not reached Discord yet: {reason}',
	'connect.unavailable': 'This Dropwire has no linked roles.',
	'button.connect': 'Connect',
	'button.account': 'Open your account',
} as const;

/** Messages that the bot writes: to clients about their access, and to servers about links that stopped working. */
export const notices = {
	'notice.expiringTitle': 'Your Dropwire access expires soon',
	'notice.expiring':
		'Your access expires on {at} ({in}). After that you can read everything and change nothing, and servers that only you manage get no messages.',
	'notice.expiredTitle': 'Your Dropwire access has expired',
	'notice.expired':
		'Your access expired on {at}. You can read everything and change nothing. Servers that only you manage get no messages; their setup is kept.',
	'notice.extend': 'To extend it, ask an operator.',
	'notice.approvedTitle': 'You have access to Dropwire',
	'notice.roleTitle': 'You have {role} at Dropwire',
	'notice.approved': 'An operator approved your request.',
	'notice.until': 'Your access lasts until {at}.',
	'notice.open': '[Open Dropwire]({url}) to see what you can use.',
	'notice.declinedTitle': 'Your request for access to Dropwire was declined',
	'notice.declined': 'An operator declined your request.',
	'notice.again': 'You can [send another request]({url}).',
	'notice.productTitle': 'A product that you asked for is watched now',
	'notice.product': '{product} is on a watch list now. Servers that get its topics are notified when it changes.',
	'notice.noProductTitle': 'A product that you asked for will not be watched',
	'notice.noProduct': 'An operator declined your request to watch {product}.',
	'notice.plan': 'Plan: **{plan}**',
	'notice.contact': 'Contact: {contact}',
	'notice.linksTitle': {
		one: '{count} Dropwire link stopped working',
		other: '{count} Dropwire links stopped working',
	},
	'notice.link': '**{topic} ({region})** → {place}: {reason}',
	'notice.unknownChannel': 'an unknown channel',
	'notice.more': { one: 'and {count} more', other: 'and {count} more' },
	'notice.relink': {
		one: 'It gets no messages. Link the channel again with `{/link}`, or [open the dashboard]({url}).',
		other: 'They get no messages. Link the channels again with `{/link}`, or [open the dashboard]({url}).',
	},
	'notice.turnOff': '`{/notices links}:{off}` turns these notices off.',
} as const;

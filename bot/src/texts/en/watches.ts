/** Personal notices of watched products. */
export const watches = {
	'watch.snoozedTitle': 'Snoozed',
	'watch.snoozed': 'No notices of this product until {until}.',
	'watch.snoozedAll': 'No notices of these products until {until}.',
	'watch.gone': 'This watch does not exist any more, or it is not yours.',
	'watch.madeTitle': 'Watching',
	'watch.made': 'You get a notice when {product} changes.',
	'watch.direct': 'Notices arrive as direct messages from this bot.',
	'watch.thread': 'Notices arrive in your private thread {thread}.',
	'watch.newThread': 'Notices arrive in a private thread of the server that you chose.',
	'watch.problem': 'The last notice did not arrive there: {reason}',
	'watch.notPolled':
		'Nothing checks this product now: you get a notice when an external monitor reports a change, or once an operator puts the product on a watch list.',
	'watch.region': 'Region: {region}',
	'watch.unknown':
		'No product matches "{text}". Choose a suggestion, or type the brand and the SKU, like `NIKE CK9246-101`.',
	'watch.several': 'Several products match "{text}". Choose one of the suggestions:\n{products}',
	'watch.price': 'The price "{text}" is no amount in {currency}. Give one with fewer decimals.',
	'watch.exists': 'You already watch {product}. `{/watches}` shows it.',
	'watch.limit': {
		one: 'You can have {count} watch. Remove it with `{/watches}` first.',
		other: 'You can have {count} watches. Remove one with `{/watches}` first.',
	},
	'watch.noneAllowed': 'Only clients can watch products here: members can have 0 watches.',
	'watch.noDirect':
		'Discord does not let the bot write to you. Allow direct messages of a server that you share with it, or add the app to your account, and press Try again.',
	'watch.noThread': 'Your private thread does not take messages: notices are direct messages until it works again.',
	'watch.message': 'Watch this product',
	'watch.noProduct':
		'This message is not about one product of Dropwire. Use `{/watch}` with the SKU or words of the title.',
	'watches.title': 'Your watches',
	'watches.none': 'You watch no product. `{/watch}` adds one.',
	'watches.used': '{used} of {limit} watches',
	'watches.muted': 'muted',
	'watches.snoozed': 'snoozed until {until}',
	'watches.over': 'over your limit: no notices',
	'watches.last': 'last notice {when}',
	'watches.removed': '{product} is removed.',
	'watches.restored': '{product} is watched again.',
	'watches.undoLost':
		'This can no longer be undone, because the bot has been restarted. `{/watch}` adds the product again.',
	'watches.again': 'The next notice is sent there again.',
	'button.unsnooze': 'End snooze',
	'button.remove': 'Remove',
	'button.tryAgain': 'Try again',
} as const;

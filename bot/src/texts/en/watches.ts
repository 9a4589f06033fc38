/** Personal notices of watched products. */
export const watches = {
	'watch.snoozedTitle': 'Snoozed',
	'watch.snoozed': 'No notices of this product until {until}.',
	'watch.gone': 'This watch does not exist any more, or it is not yours.',
} as const;

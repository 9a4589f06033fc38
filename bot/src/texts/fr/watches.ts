export const watches = {
	'watch.snoozedTitle': 'En pause',
	'watch.snoozed': 'Aucune notification sur ce produit jusqu’au {until}.',
	'watch.snoozedAll': 'Aucune notification sur ces produits jusqu’au {until}.',
	'watch.gone': 'Ce suivi n’existe plus, ou ce n’est pas le vôtre.',
	'watch.madeTitle': 'Produit suivi',
	'watch.made': 'Vous recevrez une notification quand {product} change.',
	'watch.direct': 'Les notifications arrivent en messages privés de ce bot.',
	'watch.thread': 'Les notifications arrivent dans votre fil privé {thread}.',
	'watch.newThread': 'Les notifications arrivent dans un fil privé du serveur que vous avez choisi.',
	'watch.problem': 'La dernière notification n’y est pas arrivée : {reason}',
	'watch.notPolled':
		'Rien ne vérifie ce produit pour le moment : vous recevrez une notification si un moniteur externe signale un changement, ou dès qu’un opérateur ajoute le produit à une liste.',
	'watch.region': 'Région : {region}',
	'watch.unknown':
		'Aucun produit ne correspond à « {text} ». Choisissez une suggestion, ou saisissez la marque et le SKU, comme `NIKE CK9246-101`.',
	'watch.several': 'Plusieurs produits correspondent à « {text} ». Choisissez une des suggestions :\n{products}',
	'watch.price': 'Le prix « {text} » n’est pas un montant en {currency}. Indiquez-en un avec moins de décimales.',
	'watch.exists': 'Vous suivez déjà {product}. `{/watches}` l’affiche.',
	'watch.limit': {
		one: 'Vous pouvez suivre {count} produit. Retirez-le d’abord avec `{/watches}`.',
		other: 'Vous pouvez suivre {count} produits. Retirez-en d’abord un avec `{/watches}`.',
	},
	'watch.noneAllowed': 'Ici, seuls les clients peuvent suivre des produits : les membres peuvent en suivre 0.',
	'watch.noDirect':
		'Discord ne laisse pas le bot vous écrire. Autorisez les messages privés d’un serveur en commun, ou ajoutez l’application à votre compte, puis appuyez sur Réessayer.',
	'watch.noThread':
		'Votre fil privé n’accepte pas de messages : les notifications sont des messages privés jusqu’à ce qu’il fonctionne à nouveau.',
	'watch.message': 'Suivre ce produit',
	'watch.noProduct':
		'Ce message ne concerne pas un seul produit de Dropwire. Utilisez `{/watch}` avec le SKU ou des mots du titre.',
	'watches.title': 'Vos suivis',
	'watches.none': 'Vous ne suivez aucun produit. `{/watch}` en ajoute un.',
	'watches.used': '{used} suivis sur {limit}',
	'watches.muted': 'muet',
	'watches.snoozed': 'en pause jusqu’au {until}',
	'watches.over': 'au-delà de votre limite : pas de notification',
	'watches.last': 'dernière notification : {when}',
	'watches.removed': '{product} est retiré.',
	'watches.again': 'La prochaine notification y sera envoyée à nouveau.',
	'button.unsnooze': 'Fin de la pause',
	'button.remove': 'Retirer',
	'button.tryAgain': 'Réessayer',
} as const;

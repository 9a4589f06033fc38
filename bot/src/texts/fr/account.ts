export const account = {
	'account.title': 'Votre compte',
	'account.noAccess': 'Vous n’avez pas accès au tableau de bord. Vous pouvez suivre des produits.',
	'account.access': 'Accès : {plan}, sans date de fin',
	'account.until': 'Accès : {plan}, jusqu’au {until}',
	'account.client': 'client',
	'account.operator': 'opérateur',
	'account.stored': '**Enregistré à votre sujet**',
	'account.none': 'Rien n’est enregistré à votre sujet.',
	'account.group.account': 'Compte et connexions',
	'account.group.watches': 'Suivis et notifications',
	'account.group.requests': 'Demandes',
	'account.group.access': 'Accès et serveurs',
	'account.group.work': 'Travail partagé',
	'account.group.log': 'Journal des modifications',
	'account.kept':
		'Si vous supprimez vos données, le travail partagé et le journal restent : d’autres s’en servent, et les abus doivent rester traçables.',
	'account.browser': 'Supprimer vos données met fin à votre accès. Faites-le sur la page du compte dans un navigateur.',
	'account.file': 'Le fichier contient tout ce qui est enregistré à votre sujet, en JSON.',
	'account.tooLarge':
		'Le fichier dépasse la limite de Discord. Téléchargez-le sur la page du compte dans un navigateur.',
	'account.sure': 'Cela supprime aussitôt vos suivis, notifications, demandes et connexions. C’est irréversible.',
	'account.deleted':
		'Vos données sont supprimées. Les messages que le bot vous a envoyés restent dans Discord jusqu’à ce que vous les supprimiez.',
	'button.export': 'Exporter',
	'button.deleteData': 'Supprimer mes données',
	'button.deleteAll': 'Tout supprimer',
	'button.cancel': 'Annuler',
} as const;

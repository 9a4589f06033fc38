/** What people have and buy: linked roles. */
export const access = {
	'connect.title': 'Rôles liés',
	'connect.about':
		'Les serveurs peuvent vous donner un rôle selon ce que vous avez ici : si vous êtes client, si vous avez le premium et combien de produits vous suivez. Discord reçoit ces trois informations et rien d’autre.',
	'connect.how': 'Ouvrez la page et autorisez l’application dans Discord. Vous pouvez annuler ce lien à tout moment.',
	'connect.since': 'Lié depuis le {date}.',
	'connect.ended': 'Discord a mis fin au lien ({reason}). Reliez de nouveau pour garder vos rôles.',
	'connect.problem': 'La dernière modification n’est pas encore arrivée chez Discord : {reason}',
	'connect.unavailable': 'Ce Dropwire n’a pas de rôles liés.',
	'button.connect': 'Lier',
	'button.account': 'Ouvrir votre compte',
} as const;

import type { errors as english } from '../en/errors.ts';
import type { Translated } from '@dropwire/domain/texts';

export const errors: Translated<typeof english> = {
	'error.notDone': 'Action non effectuée',
	'error.discord': 'Refusé par Discord',
	'error.replyRejected':
		"La réponse à cette commande ne peut pas être affichée, car Discord l'a refusée ({reason}, {code}). `{/links}` affiche les associations actuelles.",
	'error.discordDown': 'Discord ne répond pas',
	'error.discordDownText': "Discord n'a pas répondu. Rien n'a été modifié. Réessayez dans une minute.",
	'error.internal': "Une erreur s'est produite",
	'error.internalText':
		'Le bot a rencontré une erreur interne. `{/links}` affiche les associations actuelles. Réessayez dans une minute.',
	'error.upstream': 'Un autre service ne répond pas',
	'error.serverDown': 'Dropwire ne répond pas',
	'error.serverDownText': "Dropwire n'a pas répondu. Rien n'a été modifié. Réessayez dans une minute.",
	'error.savedText':
		'La modification a été faite, mais elle ne peut pas être affichée pour le moment. Vérifiez dans une minute.',
	'error.unknownText':
		"Dropwire n'a pas répondu : on ne sait pas si la modification a été faite. Vérifiez dans une minute.",
	'error.token': "Le bot n'a pas accès",
	'error.tokenText':
		"Dropwire refuse le jeton du bot. Demandez aux opérateurs d'en créer un nouveau avec le scope `bot`.",
	'error.tooMany': 'Trop de requêtes',
	'error.tooManyText': {
		one: 'Réessayez dans {count} seconde.',
		other: 'Réessayez dans {count} secondes.',
	},
	'error.discordCode': "{message} ({code}). Rien n'a été modifié. Réessayez dans une minute.",
	'error.channelRights':
		'Le bot a besoin de **{view}** et **{webhooks}** dans ce salon. Ouvrez les paramètres du salon, puis Permissions, ajoutez le rôle **Dropwire** et autorisez les deux.',
	'error.channelFull':
		'Le salon a autant de webhooks que Discord le permet. Supprimez-en un dans les paramètres du salon, sous Intégrations.',
	'error.serverFull':
		'Ce serveur a autant de webhooks que Discord le permet : 1 000. Supprimez-en dans les paramètres du serveur, sous Intégrations.',
	'error.channelGone': "Ce salon n'existe plus. Choisissez-en un autre.",
	'permission.ViewChannel': 'Voir le salon',
	'permission.ManageWebhooks': 'Gérer les webhooks',
	'permission.ManageGuild': 'Gérer le serveur',
	'permission.SendMessages': 'Envoyer des messages',
	'permission.EmbedLinks': 'Intégrer des liens',
	'permission.CreateEvents': 'Créer des événements',
	'deny.oldButton': "Ce bouton vient d'une ancienne version. Relancez la commande.",
	'deny.oldForm': "Ce formulaire vient d'une ancienne version. Relancez la commande.",
	'deny.oldCommand': "Cette commande vient d'une ancienne version. `{/help}` liste les commandes actuelles.",
	'deny.notMember': "Invitez d'abord le bot sur ce serveur : ses commandes ne marchent que là où il est membre.",
	'deny.manage': 'Il vous faut la permission **{manage}** sur ce serveur.',
	'deny.region': "La région « {text} » n'existe pas. Régions : {regions}.",
	'deny.topic': "{region} n'a pas de sujet « {text} ». `{/topics region}:{code}` liste ses sujets.",
	'deny.link': "Choisissez l'une des associations suggérées. `{/links}` les liste toutes.",
	'deny.everyone': 'Les messages ne peuvent pas mentionner @everyone. Choisissez un autre rôle.',
	'deny.postName': '`{/link post_name}` ne concerne que les forums. Choisissez un forum ou omettez cette option.',
	'deny.locked': "<#{channel}> est verrouillé, donc Discord n'y accepte aucun message. Déverrouillez-le d'abord.",
	'deny.channelType': "Choisissez un salon textuel ou d'annonces, un forum ou un fil que le bot peut voir.",
	'deny.tagRequired':
		"Le forum <#{channel}> exige un tag pour chaque post et n'en a aucun nommé {brands}. Créez ce tag dans le forum ou désactivez l'obligation de tag. Relancez ensuite la commande.",
	'deny.channelGone': "Ce salon n'existe plus. Utilisez `{/link}` pour en associer un autre.",
	'deny.setupGone': "Ce salon n'existe plus. Relancez `{/setup}`.",
	'deny.undoLate': "L'annulation n'est possible que pendant 15 minutes. Utilisez `{/link}` pour recréer l'association.",
	'deny.undoLost':
		"Le bot a redémarré et n'a plus les options de cette association. Utilisez `{/link}` pour la recréer.",
	'deny.price': "Le prix doit être de la forme 50-120, 50- ou -120, et « {text} » ne l'est pas.",
	'deny.number': "« {text} » n'est pas un nombre.",
	'deny.quiet': 'Les heures calmes doivent être de la forme 22:00-07:00 Europe/Vienna, et « {text} » ne l’est pas.',
	'deny.webhooks': {
		one: '<#{channel}> a {count} webhook, le maximum que Discord permet. Supprimez-en un dans les paramètres du salon, sous Intégrations, et relancez la commande.',
		other:
			'<#{channel}> a {count} webhooks, le maximum que Discord permet. Supprimez-en un dans les paramètres du salon, sous Intégrations, et relancez la commande.',
	},
	'deny.rights':
		'Le bot a besoin de {permissions} dans <#{channel}>.\nOuvrez les paramètres de ce salon, puis Permissions, ajoutez le rôle **Dropwire** et autorisez {permissions}. Relancez ensuite la commande.',
	'deny.already': '<#{channel}> reçoit déjà {topic} ({region}).',
	'server.notListed': "Votre compte n'est pas sur la liste d'accès. Demandez à un opérateur de vous ajouter.",
	'server.premium': 'Réservé aux clients premium. Demandez le rôle premium à un opérateur.',
	'server.operators': 'Seuls les opérateurs peuvent faire cela.',
	'server.already': 'Ce salon reçoit déjà {topic} ({region}).',
	'server.unknown': "{what} n'existe pas.",
	'server.noLink': "Ce serveur n'a pas cette association.",
	'server.isOff': 'Cette association est désactivée : {reason}.',
	'server.botLeft': "Le bot a été retiré de ce serveur ; l'association fonctionnera à nouveau à son retour",
	'server.channelGone': 'Le salon Discord a été supprimé',
	'server.webhookGone': 'Le webhook a été supprimé dans Discord',
	'server.noShop': "Aucune boutique n'a répondu, dans aucune région. Réessayez dans une minute.",
	'server.noShopIn': "Aucune boutique n'a répondu dans {where}. Réessayez dans une minute.",
	'server.changed': "Quelqu'un a modifié ces options entre-temps. Ouvrez-les à nouveau.",
};

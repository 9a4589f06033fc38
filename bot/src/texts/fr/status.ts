import type { status as english } from '../en/status.ts';
import type { Translated } from '@dropwire/domain/texts';

export const status: Translated<typeof english> = {
	'status.ok': 'Tout fonctionne',
	'status.stopped': 'Dropwire ne fonctionne pas',
	'status.lateMessages': 'Les messages sont en retard',
	'status.linksFail': 'Certaines associations ne fonctionnent pas',
	'status.rights': 'Il manque des permissions au bot',
	'status.blocked': 'Certains produits ne peuvent pas être vérifiés',
	'status.suspect': 'Une boutique a sans doute changé de format',
	'status.lateChecks': 'Les vérifications sont en retard',
	'status.stoppedText':
		"**Le moteur est arrêté** : aucun produit n'est vérifié et aucun message n'est envoyé. Contactez les opérateurs.",
	'status.lateText': 'Plus ancien message en attente : {when}.',
	'status.server': 'Ce serveur',
	'status.links': { one: '{count} association', other: '{count} associations' },
	'status.linksOff': { one: '**{count} désactivée**', other: '**{count} désactivées**' },
	'status.linksFailing': { other: '**{count} en échec**' },
	'status.linksPaused': { other: '{count} en pause' },
	'status.linksMore': '`{/links}` indique pourquoi et que faire.',
	'status.linksNone': "Ce serveur n'a pas encore d'associations. `{/setup}` associe plusieurs sujets à un salon.",
	'status.day': 'Envois des 24 dernières heures : {sent}, échecs : {failed}',
	'status.week': 'Envois des 7 derniers jours : {sent}, échecs : {failed}',
	'status.delay': 'Délai médian, du changement à Discord : {delay}',
	'status.last': 'Dernier message : {when}',
	'status.lastNone': 'Dernier message : aucun pour le moment',
	'status.notices': 'Avis sur les boutiques : {state} (`{/notices}`)',
	'status.on': 'activés',
	'status.off': 'désactivés',
	'status.events': 'Événements des sorties : {state} (`{/drops-events}`)',
	'status.watched': 'Ce qui est surveillé pour vos sujets',
	'status.rightsTitle': 'Permissions manquantes',
	'status.rightsLine': '<#{channel}> : {permissions}',
	'status.rightsHow':
		"Ouvrez les paramètres du salon, puis Permissions, ajoutez le rôle **Dropwire** et autorisez-les. D'ici là, les associations de ces salons ne peuvent être ni créées ni réparées.",
	'status.rightsMore': { one: 'et {count} autre salon', other: 'et {count} autres salons' },
	'service.title': 'Le service, pour les opérateurs',
	'service.engines': { one: 'Moteur : {count} processus', other: 'Moteur : {count} processus' },
	'service.watching': {
		one: 'Surveillé : {count} SKU, compté par région',
		other: 'Surveillés : {count} SKU, comptés par région',
	},
	'service.lastChange': "Dernier changement d'un produit : {when}",
	'service.lastMessage': 'Dernier message : {when}',
	'service.hour': 'Envois de la dernière heure, tous les serveurs : {sent}, échecs : {failed}',
	'service.queueEmpty': "File d'attente : vide",
	'service.queue': {
		one: "File d'attente : {count} message (le plus ancien : {when})",
		other: "File d'attente : {count} messages (le plus ancien : {when})",
	},
	'service.never': 'aucun pour le moment',
	'coverage.blocked': 'Bloqué ({since}) : {reason} ({places}).',
	'coverage.suspect': 'Suspect ({since}) : {reason} ({places}). Le format de la boutique a sans doute changé.',
	'coverage.late': 'En retard ({places}). Plus ancienne vérification : {ago} ; un tour dure {round}.',
	'coverage.silent': "En retard : le moniteur {monitor} s'est manifesté pour la dernière fois {since}.",
	'coverage.unwatched': {
		one: "Rien n'est encore surveillé ; {count} association attend ({places}).",
		other: "Rien n'est encore surveillé ; {count} associations attendent ({places}).",
	},
	'coverage.unsold': "Aucune association n'est active, donc rien n'est vérifié ({places}).",
	'coverage.watched': {
		one: '{skus} SKU dans {places}, vérifié toutes les {round} en moyenne ; plus ancienne vérification : {ago}.',
		other:
			'{skus} SKU dans {places}, chacun vérifié toutes les {round} en moyenne ; plus ancienne vérification : {ago}.',
	},
	'coverage.new': {
		one: '{skus} SKU dans {places}, pas encore vérifié.',
		other: '{skus} SKU dans {places}, pas encore vérifiés.',
	},
	'coverage.reported': 'Signalé par le moniteur {monitor}, dernier appel {ago}.',
	'coverage.noReason': 'raison inconnue',
	'pause.resumed':
		"Ce serveur a été mis en pause {when}, car personne sur la liste d'accès ne le gérait. Vous êtes sur la liste : ses salons reçoivent à nouveau des messages.",
	'pause.paused':
		"**En pause** ({when}) : plus personne sur la liste d'accès ne gère ce serveur, donc ses salons ne reçoivent aucun message. Les associations sont conservées et reprennent dès que l'un de ses gestionnaires est sur la liste.",
	'notices.title': 'Avis',
	'notices.shopsOn':
		"**Boutiques : activés.** Quand une boutique est inaccessible pendant cinq minutes, le plus ancien webhook de cette marque ici reçoit un message, puis un autre dès qu'elle est à nouveau accessible.",
	'notices.shopsOff': '**Boutiques : désactivés.** `{/notices shops}:{on}` les active.',
	'notices.linksOn':
		'**Associations : activés.** Quand une association cesse de fonctionner, le bot écrit dans un autre salon avec une association, ou dans le salon système.',
	'notices.linksOff': '**Associations : désactivés.** `{/notices links}:{on}` les active.',
	'notices.undelivered':
		"Des associations ont cessé de fonctionner {when}, et le bot n'a pu l'écrire dans aucun salon : {reason}. Autorisez-lui **{send}** et **{embed}** dans un salon avec une association pour la prochaine fois.",
	'events.title': 'Événements des sorties',
	'events.region':
		'**Activés.** Le bot tient un événement pour chacune des prochaines sorties ({region}) : {count} à présent.',
	'events.topics':
		'**Activés.** Le bot tient un événement pour chacune des prochaines sorties des sujets de ce serveur : {count} à présent.',
	'events.off':
		'**Désactivés.** `{/drops-events state}:{on}` tient sur ce serveur un événement pour chacune des prochaines sorties.',
	'events.deleting': {
		one: '**Désactivés.** Le bot supprime {count} événement.',
		other: '**Désactivés.** Le bot supprime {count} événements.',
	},
	'events.stopped': '**Désactivés.** {reason}',
	'events.lacks':
		'Le bot a besoin de la permission **{events}** sur ce serveur. Ouvrez les paramètres du serveur, puis Rôles, **Dropwire**, Permissions, accordez-la et lancez `{/drops-events state}:{on}`.',
	'events.full': {
		one: "Ce serveur a 100 événements programmés, le maximum de Discord : {count} sortie n'en a pas.",
		other: "Ce serveur a 100 événements programmés, le maximum de Discord : {count} sorties n'en ont pas.",
	},
	'events.noTopic':
		"Ce serveur n'a pas de sujet de sorties comme Nike Releases. Choisissez une région : `{/drops-events region}`.",
	'found.title': 'Produits trouvés',
	'found.none': "Les recherches par mots-clés n'ont encore trouvé aucun nouveau produit.",
	'found.added': '**{title}** est maintenant sur {list}.',
	'found.watch': 'Surveiller {title}',
	'found.newest': 'les {count} plus récents',
	'found.noList': "aucune liste ne l'accepte",
	'found.on': 'sur {list}',
	'found.notOn': 'pas sur {list}',
	'found.noPrice': 'prix inconnu',
	'help.intro': "Dropwire publie dans vos salons dès qu'un produit change.",
	'help.access':
		"`{/drops}` est ouvert à tout le monde ; `{/product}`, `{/resale}` et `{/stores}` sont ouverts à toute personne ayant le rôle premium, sur les serveurs et en messages privés. Les autres commandes demandent la permission **{manage}** et une place sur la liste d'accès de Dropwire. Vous seul voyez les réponses.",
	'footer.request': 'requête {id}',
};

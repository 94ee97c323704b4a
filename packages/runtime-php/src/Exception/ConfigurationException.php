<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** The settings cannot work: an unknown connection, an outdated `config.php`, an extension of PHP that is missing. */
class ConfigurationException extends OrmException
{
}

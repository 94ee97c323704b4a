<?php

$config = [];
return $config;
